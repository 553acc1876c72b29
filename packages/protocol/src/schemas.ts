import { isAbsolute } from 'node:path';
import { z } from 'zod';
import type { ProjectRequest } from './answer.ts';
import type { ThrowawayRequest } from './throwaway.ts';

/**
 * The body of `POST /v1/notify-test`. `insideDelivery` has 1 to 256 characters; any other key is refused.
 */
export const notifyTestRequest: z.ZodType<{ insideDelivery?: string | undefined }> = z.strictObject(
  {
    insideDelivery: z.string().min(1).max(256).optional(),
  },
);

/** The body of `POST /v1/up` and `POST /v1/down`: an absolute folder without a NUL; any other key is refused. */
export const projectRequest: z.ZodType<ProjectRequest> = z.strictObject({
  folder: z
    .string({ error: 'folder must be a path' })
    .max(4096, { error: 'folder may have 4096 characters at most' })
    .refine((folder) => isAbsolute(folder) && !folder.includes('\0'), {
      error: 'folder must be an absolute path',
    }),
});

/** The body of `POST /v1/throwaways`; any other key is refused. */
export const throwawayRequest: z.ZodType<ThrowawayRequest> = z.strictObject({
  argv: z.array(z.string()).min(1, { error: 'argv must name a program' }),
  cwd: z.string().refine(isAbsolute, { error: 'cwd must be an absolute path' }),
  env: z.record(z.string(), z.string()),
  tty: z.boolean(),
  timeoutMs: z.int().min(0),
});

/** The body of `POST /v1/harnesses/NAME/trigger`; any other key is refused. */
export const triggerRequest: z.ZodType<{ wait?: boolean | undefined }> = z.strictObject({
  wait: z.boolean({ error: 'wait must be true or false' }).optional(),
});
