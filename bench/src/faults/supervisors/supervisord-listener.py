"""An event listener of supervisord: HOOK [NAME=PROBE...]. Runs HOOK NAME when a program has died or was given up, and
when its probe fails; then the program is restarted, as superlance's httpok does."""

import os
import subprocess
import sys

from supervisor import childutils

hook = sys.argv[1]
probes = [word.split("=", 1) for word in sys.argv[2:]]


def tell(name):
    subprocess.run([hook, name], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)


def ask(name, probe):
    if subprocess.run([probe], stdout=subprocess.DEVNULL).returncode != 0:
        tell(name)
        supervisor = childutils.getRPCInterface(os.environ).supervisor
        supervisor.stopProcess(name)
        supervisor.startProcess(name)


while True:
    headers, payload = childutils.listener.wait()
    if headers["eventname"].startswith("TICK"):
        for name, probe in probes:
            ask(name, probe)
    else:
        event = childutils.get_headers(payload)
        if event.get("expected") != "1":
            tell(event["processname"])
    childutils.listener.ok()
