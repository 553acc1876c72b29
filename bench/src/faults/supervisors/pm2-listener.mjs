// pm2-listener PM2 EVENT HOOK UP: runs HOOK NAME at each EVENT on pm2's bus; UP is made once it listens.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const [, , command, wanted, hook, up] = process.argv;
const pm2 = createRequire(command)('pm2');

pm2.connect(() => {
  pm2.launchBus((_error, bus) => {
    bus.on('process:event', ({ event, process: { name } }) => {
      if (event === wanted) {
        spawn(hook, [name], { stdio: 'ignore' });
      }
    });
    writeFileSync(up, '');
  });
});
