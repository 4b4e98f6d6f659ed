/* Runs one Lua script: the part of lua.c that the vendored sources leave out.
 *
 * usage: lua-workload SCRIPT SCALE */
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    int failed;
    if (argc != 3) {
        fprintf(stderr, "usage: lua-workload SCRIPT SCALE\n");
        return 2;
    }
    lua_State *state = luaL_newstate();
    if (!state)
        return 2;
    luaL_openlibs(state);
    lua_pushinteger(state, atoi(argv[2]));
    lua_setglobal(state, "scale");
    failed = luaL_dofile(state, argv[1]);
    if (failed)
        fprintf(stderr, "lua-workload: %s\n", lua_tostring(state, -1));
    lua_close(state);
    return failed ? 1 : 0;
}
