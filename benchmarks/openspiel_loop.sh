#!/bin/sh
# Build openspiel_loop.cc:  openspiel_loop.sh SOURCE
# SOURCE is the unpacked source package of open_spiel (2.0.2) from PyPI, which includes Abseil.
set -e
here=$(cd "$(dirname "$0")" && pwd)
cd "$1"
objects=$here/build/openspiel
mkdir -p "$objects/absl"

compile() { # a source, a folder for its object file
    object=$2/$(echo "$1" | tr / _).o
    [ "$object" -nt "$1" ] || ${CXX:-c++} -std=c++17 -O3 -DNDEBUG -w -I. -I"$here" \
        -Iopen_spiel/abseil-cpp -Iopen_spiel/json/include -c "$1" -o "$object"
}

for name in spiel spiel_utils action_view game_parameters observer policy \
    simultaneous_move_game canonical_game_strings algorithms/observation_history \
    utils/combinatorics utils/json utils/status utils/usage_logging \
    games/gin_rummy/gin_rummy_utils games/spades/spades_scoring; do
    compile "open_spiel/$name.cc" "$objects"
done
for game in kuhn_poker leduc_poker goofspiel go_fish crazy_eights gin_rummy spades hearts oh_hell; do
    compile "open_spiel/games/$game/$game.cc" "$objects"
done
for room in base container crc debugging hash log numeric profiling random status strings \
    synchronization time types; do
    for file in $(find "open_spiel/abseil-cpp/absl/$room" -name '*.cc'); do
        case $file in
        *_test* | *test_* | *benchmark* | *gentables* | *print_hash* | *mock* | *matchers*) ;;
        *) compile "$file" "$objects/absl" ;;
        esac
    done
done
compile "$here/openspiel_loop.cc" "$objects"
ar rcs "$objects/absl.a" "$objects"/absl/*.o
${CXX:-c++} -o "$here/build/openspiel_loop" "$objects"/*.o "$objects/absl.a" -lpthread
