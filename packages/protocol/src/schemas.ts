import { z } from 'zod';

/**
 * The body of `POST /v1/notify-test`. `insideDelivery` has 1 to 256 characters; any other key is refused.
 */
export const notifyTestRequest: z.ZodType<{ insideDelivery?: string | undefined }> = z.strictObject(
  {
    insideDelivery: z.string().min(1).max(256).optional(),
  },
);
