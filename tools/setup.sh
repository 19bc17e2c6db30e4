# The setup that ./croupier and ./test share; sourced, POSIX sh, with $root set to the checkout.
#
#   set_up runtime|dev   creates or updates $root/.venv; returns at once if nothing changed
#   build_docs           builds the docs site from $root/docs; returns at once if nothing changed
#   build_web            builds the web pages from $root/web; returns at once if nothing changed
#   find_chromium        sets $chromium for the web tests, installing it with apt-get if possible
#   find_softhsm         installs SoftHSM for the tests of keys on a token, if possible
#
# All output goes to stderr: stdout belongs to the command. A failed setup prints one line, leaves its log
# in .venv.log and exits 2. CROUPIER_PYTHON names the Python to use instead of the one found.

venv=$root/.venv
log=$root/.venv.log
pinned=$root/requirements

say() { printf 'croupier: %s\n' "$*" >&2; }

fail() {
    say "$*"
    exit 2
}

# Sets $python: the first Python that is new enough, preferring one that can create environments. It is
# run, not only looked up: a pyenv shim exists for versions that it cannot run.
find_python() {
    new='import sys; sys.exit(sys.version_info < (3, 11))'
    for need in "import ensurepip; $new" "$new"; do
        for python in ${CROUPIER_PYTHON:-python3.13 python3.12 python3.11 python3}; do
            if "$python" -c "$need" >/dev/null 2>&1 </dev/null; then return; fi
        done
    done
    if [ -n "${CROUPIER_PYTHON:-}" ]; then
        fail "needs Python 3.11 or newer, and CROUPIER_PYTHON is $CROUPIER_PYTHON"
    fi
    if found=$(python3 -c 'import platform; print(platform.python_version())' 2>/dev/null); then
        fail "needs Python 3.11 or newer, and python3 is $found; try: sudo apt-get install python3.11 python3.11-venv"
    fi
    fail "needs Python 3.11 or newer, and there is none; try: sudo apt-get install python3 python3-venv"
}

# Debian and Ubuntu ship ensurepip, which puts pip into an environment, in a separate package.
need_ensurepip() {
    if "$python" -c 'import ensurepip' >/dev/null 2>&1; then return; fi
    package=$("$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        say "installing $package"
        export DEBIAN_FRONTEND=noninteractive
        apt-get install --yes --quiet "$package" >>"$log" 2>&1 </dev/null ||
            { apt-get update --quiet && apt-get install --yes --quiet "$package"; } >>"$log" 2>&1 </dev/null ||
            fail "setup failed: apt-get could not install $package (see $log)"
    else
        fail "needs the venv module of $python; try: sudo apt-get install $package"
    fi
}

# The inputs of the environment. Its path is one of them: an environment cannot be moved.
key() {
    case $1 in
        runtime) cat "$pinned/runtime.txt" "$root/pyproject.toml" "$root/tools/setup.sh" ;;
        dev) cat "$pinned/runtime.txt" "$pinned/dev.txt" "$root/pyproject.toml" "$root/tools/setup.sh" ;;
    esac | cksum
    printf '%s\n' "$root"
}

ready() { # runtime|dev
    [ -x "$venv/bin/croupier" ] && [ -x "$venv/bin/python" ] && [ -f "$venv/.stamp-$1" ] &&
        [ "$(cat "$venv/.stamp-$1")" = "$(key "$1")" ]
}

# One setup at a time. flock releases its lock when the process dies; without flock (macOS), a directory
# that holds the process id is the lock.
lock() {
    if command -v flock >/dev/null; then
        exec 9>"$root/.venv.lock"
        flock -n 9 || { say "waiting for another setup"; flock 9; }
        return
    fi
    until mkdir "$root/.venv.lock.d" 2>/dev/null; do
        holder=$(cat "$root/.venv.lock.d/pid" 2>/dev/null || :)
        if [ -n "$holder" ] && ! kill -0 "$holder" 2>/dev/null; then
            rm -rf "$root/.venv.lock.d"
        else
            sleep 1
        fi
    done
    trap 'rm -rf "$root/.venv.lock.d"' EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM
    echo $$ >"$root/.venv.lock.d/pid"
}

unlock() {
    if command -v flock >/dev/null; then
        exec 9>&-
    else
        rm -rf "$root/.venv.lock.d"
        trap - EXIT INT TERM
    fi
}

# pip's own reason for failing: the last line that it marks as an error.
reason() {
    grep -E '^ERROR: .|^ *[A-Za-z_.]+Error: ' "$log" | tail -n 1 | sed 's/^ *\(ERROR: \)*//'
}

pip() {
    env -u PIP_USER -u PIP_TARGET -u PIP_PREFIX -u PYTHONHOME -u PYTHONPATH \
        "$venv/bin/python" -m pip --quiet --no-input --disable-pip-version-check "$@" >>"$log" 2>&1 </dev/null
}

# An environment is created again if it was moved, if its Python is gone, or if it has no pip.
usable() {
    [ "$(cat "$venv/.made-at" 2>/dev/null || printf '%s' "$root")" = "$root" ] &&
        "$venv/bin/python" -c 'import sys, pip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

set_up() { # runtime|dev
    if ready "$1"; then return; fi
    [ -w "$root" ] || fail "setup failed: $root is not writable, and the environment goes there"
    lock
    if ready "$1"; then # another setup has just done it
        unlock
        return
    fi
    : >"$log"
    rm -f "$venv"/.stamp-*
    if usable; then
        say "bringing $venv up to date"
    else
        find_python
        need_ensurepip
        say "setting up $venv, once"
        "$python" -m venv --clear "$venv" >>"$log" 2>&1 </dev/null ||
            fail "setup failed: $python could not create $venv (see $log)"
        printf '%s\n' "$root" >"$venv/.made-at"
    fi
    pip install --no-compile --require-hashes --only-binary :all: -r "$pinned/$1.txt" ||
        fail "setup failed: the pinned packages could not be installed (is the network there?): $(reason) (see $log)"
    # On every core, which pip does not do. Files that fail to compile are never imported.
    env -u PYTHONDONTWRITEBYTECODE "$venv/bin/python" -m compileall -qq -j 0 "$venv/lib" >>"$log" 2>&1 </dev/null || :
    # Built by the pinned backend, so that nothing unpinned is downloaded.
    pip install --no-deps --no-build-isolation --no-index --editable "$root" ||
        fail "setup failed: the project itself could not be installed: $(reason) (see $log)"
    key runtime >"$venv/.stamp-runtime" # dev.txt has everything that runtime.txt has
    if [ "$1" = dev ]; then key dev >"$venv/.stamp-dev"; fi
    rm -f "$log"
    unlock
}

# ------------------------------------------------------------------------------------------- the web

pages=$root/src/croupier/server/web

# The inputs of the web pages: every file of web/ by name and content, and the build itself.
web_key() {
    (
        cd "$root"
        find web -name node_modules -prune -o -type f -print | LC_ALL=C sort | tr '\n' '\0' | xargs -0 cksum
        cksum hatch_build.py
    ) | cksum
}

built() {
    [ -f "$pages/index.html" ] && [ -f "$pages/.stamp" ] && [ "$(cat "$pages/.stamp")" = "$(web_key)" ]
}

build_web() {
    [ -f "$root/web/package.json" ] || return 0
    if built; then return; fi
    lock
    if built; then # another setup has just done it
        unlock
        return
    fi
    : >"$log"
    say "building the web pages"
    if ! "$venv/bin/python" "$root/hatch_build.py" --node; then
        say "no Node.js 20.19 or later found: installing it as a wheel"
        pip install --require-hashes --only-binary :all: -r "$pinned/node.txt" ||
            fail "setup failed: Node.js could not be installed as a wheel: $(reason) (see $log)"
    fi
    "$venv/bin/python" "$root/hatch_build.py" >>"$log" 2>&1 </dev/null ||
        fail "setup failed: the web pages could not be built: $(web_reason) (see $log)"
    web_key >"$pages/.stamp"
    rm -f "$log"
    unlock
}

# The reason why npm or vite failed: the first line that states it.
web_reason() {
    for said in '^npm error ([A-Za-z]*Error:|network|[0-9]|notarget|`)' '^npm error code' '\[[a-z]+:[a-z-]+\]'; do
        if line=$(grep -m 1 -E "$said" "$log"); then break; fi
    done
    printf '%s' "$line" | sed "s/^npm error //;s/$(printf '\033')\[[0-9;]*m//g"
}

# ------------------------------------------------------------------------------------------ the docs

site=$root/src/croupier/docs

# The inputs of the docs: the pages, and the sources that their references are made of.
docs_key() {
    (
        cd "$root"
        find docs ./*.md src/croupier/api src/croupier/cli src/croupier/games src/croupier/lessons \
            src/croupier/rulebook -type f ! -name '*.pyc' -print | LC_ALL=C sort |
            tr '\n' '\0' | xargs -0 cksum
        cksum tools/docs "$pinned/docs.txt"
    ) | cksum
}

build_docs() {
    if [ -f "$site/index.html" ] && [ "$(cat "$site/.stamp" 2>/dev/null)" = "$(docs_key)" ]; then return; fi
    lock
    : >"$log"
    say "building the docs"
    pip install --require-hashes --only-binary :all: -r "$pinned/docs.txt" ||
        fail "setup failed: Sphinx could not be installed: $(reason) (see $log)"
    "$venv/bin/python" "$root/tools/docs" >>"$log" 2>&1 </dev/null ||
        fail "setup failed: the docs could not be built: $(tail -n 1 "$log") (see $log)"
    docs_key >"$site/.stamp"
    rm -f "$log"
    unlock
}

# Installs a Debian package, if this user may; whether it did.
install_package() { # a package, what it is for
    sudo=
    if [ "$(id -u)" != 0 ]; then sudo='sudo -n'; fi
    command -v apt-get >/dev/null && $sudo true 2>/dev/null || return 1
    say "installing $1 for $2"
    {
        $sudo env DEBIAN_FRONTEND=noninteractive apt-get install --yes --quiet "$1" ||
            { $sudo apt-get update --quiet &&
                $sudo env DEBIAN_FRONTEND=noninteractive apt-get install --yes --quiet "$1"; }
    } >>"$log" 2>&1 </dev/null
}

# Sets $chromium: CROUPIER_CHROMIUM, or one that is installed, or can be.
find_chromium() {
    for chromium in ${CROUPIER_CHROMIUM:-chromium chromium-browser google-chrome google-chrome-stable}; do
        if chromium=$(command -v "$chromium"); then return; fi
    done
    if [ -n "${CROUPIER_CHROMIUM:-}" ]; then
        fail "the web tests need Chromium, but CROUPIER_CHROMIUM is $CROUPIER_CHROMIUM, which does not run"
    fi
    if install_package chromium 'the web tests' && chromium=$(command -v chromium); then
        rm -f "$log"
        return
    fi
    fail "the web tests need Chromium: install it, or name one with CROUPIER_CHROMIUM"
}

# The tests of keys on a PKCS#11 token run on a software token, and are skipped without one.
find_softhsm() {
    if command -v softhsm2-util >/dev/null || install_package softhsm2 'the tests of keys on a token'; then return; fi
    say 'the tests of keys on a token are skipped: install softhsm2'
}
