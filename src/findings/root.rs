//! Paths relative to the repository, by which sites that show code find the file.
//!
//! A path in a record is as the compiler was given it: absolute, or relative to the folder of the compilation, which is not recorded. A relative one is
//! tried in the working folder and in the repository.

use crate::diagnostics::DriverError;
use std::path::{Component, Path, PathBuf};

/// The folder of the repository.
pub struct Root {
    folder: PathBuf,
    here: PathBuf,
}

/// A path of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// Below the repository, relative to it.
    Inside(String),
    /// Elsewhere: absolute, or relative to a folder that is not known.
    Outside(String),
}

impl Place {
    /// The path, relative to the repository if it is below it.
    pub fn path(&self) -> &str {
        let (Place::Inside(path) | Place::Outside(path)) = self;
        path
    }
}

impl Root {
    /// `named`, else the nearest folder around the working folder that has `.git`, else the working folder.
    ///
    /// # Errors
    /// If there is no such folder.
    pub fn new(named: Option<&Path>) -> Result<Root, DriverError> {
        let here = std::env::current_dir()
            .map_err(|error| DriverError::new(format!("no working folder: {error}")))?;
        let folder = match named {
            Some(named) if named.is_dir() => normal(&here.join(named)),
            Some(named) => {
                return Err(
                    DriverError::new(format!("'{}' is no folder", named.display()))
                        .next("--root takes the folder of the repository"),
                );
            }
            None => {
                let around = here.ancestors();
                let mut repositories = around.filter(|folder| folder.join(".git").exists());
                repositories.next().unwrap_or(&here).to_owned()
            }
        };
        Ok(Root { folder, here })
    }

    /// The folder, absolute.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Where a path of a record is.
    pub fn place(&self, path: &str) -> Place {
        let path = Path::new(path);
        if path.is_absolute() {
            let path = normal(path);
            return self
                .below(&path)
                .unwrap_or_else(|| Place::Outside(text(&path)));
        }
        let candidates = [
            normal(&self.here.join(path)),
            normal(&self.folder.join(path)),
        ];
        let existing = candidates.iter().filter(|path| path.is_file());
        let mut inside = existing.filter_map(|path| self.below(path));
        inside.next().unwrap_or_else(|| {
            let path = normal(path);
            match path.starts_with("..") {
                true => Place::Outside(text(&path)),
                false => Place::Inside(text(&path)),
            }
        })
    }

    fn below(&self, path: &Path) -> Option<Place> {
        let inside = |folder: &Path| Some(text(path.strip_prefix(folder).ok()?));
        let real = || self.folder.canonicalize().ok();
        let found = inside(&self.folder).or_else(|| inside(&real()?));
        found.map(Place::Inside)
    }
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// Without `.` and, as far as names precede it, `..`.
fn normal(path: &Path) -> PathBuf {
    let mut clean = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir
                if matches!(clean.components().next_back(), Some(Component::Normal(_))) =>
            {
                clean.pop();
            }
            other => clean.push(other),
        }
    }
    clean
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_relative_to_the_repository() {
        let folder = tempfile::tempdir().unwrap();
        let repository = folder.path().canonicalize().unwrap();
        std::fs::create_dir_all(repository.join("src")).unwrap();
        std::fs::create_dir_all(repository.join("build")).unwrap();
        std::fs::write(repository.join("src/a.c"), "").unwrap();
        let root = Root {
            folder: repository.clone(),
            here: repository.join("build"),
        };
        let inside = |path: &str| Place::Inside(path.to_owned());
        let absolute = format!("{}/build/../src/./a.c", repository.display());
        assert_eq!(root.place(&absolute), inside("src/a.c"));
        assert_eq!(root.place("../src/a.c"), inside("src/a.c"));
        assert_eq!(root.place("src/a.c"), inside("src/a.c"));
        assert_eq!(root.place("./gone.c"), inside("gone.c"));
        let outside = |path: &str| Place::Outside(path.to_owned());
        assert_eq!(root.place("/usr/include/x.h"), outside("/usr/include/x.h"));
        assert_eq!(root.place("../../x.c"), outside("../../x.c"));
        assert!(Root::new(Some(&repository.join("src/a.c"))).is_err());
    }
}
