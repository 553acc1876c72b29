#!/usr/bin/env node
import { processConsole } from './process-console.ts';
import { runHarness } from './run-harness.ts';

process.exitCode = await runHarness(process.argv.slice(2), processConsole());
