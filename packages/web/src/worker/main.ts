// The service worker. Each concern is a module that adds its own listeners here.
import { startPush } from './push.ts';
import { startShare } from './share.ts';
import { startShell } from './shell.ts';

startShell();
startShare();
startPush();
