export { isPrivateNotify, unknownNotifyKey } from './notify-advice.ts';
export { type NotifyConfig, toNotifyConfig, wants } from './notify-config.ts';
export { NOTIFY_DEFAULTS, type NotifyTable, notifyTable } from './notify-table.ts';
export { type NotifyReading, readNotify } from './read-notify.ts';
export { type LocalFile, refuseNotify } from './refuse-notify.ts';
