//! An extension module in an interpreter that nobody compiled with checks.

use super::{Bench, shared_runtime, stderr};
use sanecc_abi::symbols::VERSION_SYMBOL;
use std::path::Path;
use std::process::{Command, Output};

const MODULE: &str = r#"
#define PY_SSIZE_T_CLEAN
#include <Python.h>
static PyObject *fill(PyObject *self, PyObject *arguments) {
    Py_ssize_t size, count;
    if (!PyArg_ParseTuple(arguments, "nn", &size, &count)) return NULL;
    char *block = malloc(size);
    for (Py_ssize_t i = 0; i < count; i++) block[i] = (char)i;
    PyObject *result = PyBytes_FromStringAndSize(block, size);
    free(block);
    return result;
}
static PyMethodDef methods[] = {{"fill", fill, METH_VARARGS, ""}, {NULL, NULL, 0, NULL}};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "filler", NULL, -1, methods};
PyMODINIT_FUNC PyInit_filler(void) { return PyModule_Create(&module); }
"#;

/// The interpreter itself, not a script that finds it, and where its headers are; none on a machine without.
fn interpreter() -> Option<(String, String)> {
    let ask =
        "import sys, sysconfig; print(sys.executable); print(sysconfig.get_paths()['include'])";
    let output = Command::new("python3").args(["-c", ask]).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let (program, headers) = text.trim_end().split_once('\n')?;
    let complete = Path::new(headers).join("Python.h").is_file();
    complete.then(|| (program.to_owned(), headers.to_owned()))
}

#[test]
fn an_extension_module_is_checked() {
    let Some((program, headers)) = interpreter() else {
        eprintln!("skipped: no python3 with its headers");
        return;
    };
    let bench = Bench::new();
    bench.twin.write("filler.c", MODULE);
    bench.sanecc(&format!(
        "-g -w -isystem {headers} -fPIC -shared filler.c -o filler.so"
    ));
    let run = |script: &str, preload: bool| -> Output {
        let mut command = Command::new(&program);
        command
            .args(["-c", script])
            .current_dir(bench.twin.ours(""));
        if preload {
            command.env("LD_PRELOAD", shared_runtime());
        }
        command.output().unwrap()
    };
    let right = "import filler, threading\n\
                 thread = threading.Thread(target=lambda: filler.fill(1000, 1000))\n\
                 thread.start(); thread.join()\n\
                 print(len(filler.fill(100, 100)))";
    let output = run(right, true);
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(output.stdout, b"100\n");
    let output = run("import filler; filler.fill(100, 101)", true);
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("heap-buffer-overflow"), "{said}");
    assert!(said.contains("filler.c:8:"), "{said}");
    let output = run(right, false);
    let said = stderr(&output);
    let last = said.lines().last().unwrap_or_default();
    assert!(
        last.starts_with("ImportError: ") && last.ends_with(VERSION_SYMBOL),
        "{said}"
    );
}
