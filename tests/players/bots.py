"""A program for tests that plays well or badly, by its first argument; it knows no Ludwright."""

import json
import os
import random
import signal
import subprocess
import sys
import time


def say(**message):
    print(json.dumps(message), flush=True)


def answers(kind, question, draws, asked):
    """Answer a question, or do what this kind of program does instead."""
    at, options = question["at"], question["options"]
    turn = draws.randrange(options["count"])
    if kind == "by-id":
        listed = [*options["moves"], *options.get("spans", [])]
        chosen = listed[turn % len(listed)]
        say(at=at, id=chosen["id"] + chosen.get("count", 1) - 1)
    elif kind == "by-text":
        say(at=at, text=options["moves"][turn % len(options["moves"])]["text"])
    elif kind == "slow":
        time.sleep(0.3)
        say(at=at, n=turn)
    elif kind == "late" and at % 3 == 0:
        time.sleep(0.6)
        say(at=at, n=turn)
    elif kind == "garbage":
        print(["{", "[1]", "null", "\x00\xff", "[" * 9999, "1" * 5000][at % 6], flush=True)
    elif kind == "illegal":
        wrong = [{"n": options["count"]}, {"n": -1}, {"id": 10**30}, {"text": "no such move"}]
        wrong += [{"n": True}, {"items": [0, 0]}, {}, {"n": 0, "id": 0}, {"text": 3}, {"n": 0.5}]
        say(at=at, **wrong[at % len(wrong)])
    elif kind == "dies" and asked >= 3:
        print("out of ideas", file=sys.stderr, flush=True)
        sys.exit(3)
    elif kind == "killed" and asked >= 3:
        os.kill(os.getpid(), signal.SIGTERM)
    elif kind == "floods":
        while True:
            print("x" * 100, flush=True)
    elif kind == "endless":
        while True:
            sys.stdout.write("x" * 10_000)
    elif kind == "stale":
        while True:
            say(at=0, n=0)
    elif kind == "noisy":
        sys.stderr.write("noise\n" * 50_000)
        say(at=at, n=turn)
    elif kind == "closes":
        os.close(1)
        time.sleep(60)
    elif kind == "family":
        subprocess.Popen([sys.executable, "-c", f"import time; {os.getpid()}; time.sleep(60)"])
        say(at=at, n=turn)
    elif kind == "silent":
        pass
    else:
        say(at=at, n=turn)


def main(kind, log=""):
    if kind == "deaf":
        time.sleep(60)
    if kind == "stubborn":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    draws, asked = random.Random(), 0
    for line in sys.stdin:
        message = json.loads(line)
        if log:
            with open(log, "a") as file:
                file.write(line)
        if message["t"] == "hello":
            if kind == "rude":
                print("hi there", flush=True)
            elif kind == "quits":
                sys.exit("no licence")
            elif kind == "newer":
                say(t="hello", protocol=2)
            else:
                wants = ["words", "view"] if kind == "curious" else []
                say(t="hello", protocol=1, name=kind, wants=wants)
        elif message["t"] == "begin":
            draws = random.Random(message["seed"])
            say(t="steady" if kind == "unready" else "ready")
        elif message["t"] == "choose":
            asked += 1
            answers(kind, message, draws, asked)
    if kind == "stubborn":
        time.sleep(60)


if __name__ == "__main__":
    main(*sys.argv[1:])
