import { explainHook } from '@harness/hook-runner';

// Prints what a look at the hook named on the command line finds, as the user who runs this.
process.stdout.write(JSON.stringify(await explainHook(process.argv[2] ?? '', '/usr/bin:/bin')));
