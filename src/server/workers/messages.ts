import { z } from 'zod';

const toWorkerSchema = z.discriminatedUnion('kind', [
  /** The database, as health names it. */
  z.object({ kind: z.literal('database'), text: z.string() }),
  /** No new readers are wanted. */
  z.object({ kind: z.literal('drain') }),
  /** What has been begun is finished, and no more. */
  z.object({ kind: z.literal('stop') }),
]);

const toSupervisorSchema = z.object({
  kind: z.literal('view'),
  postId: z.number(),
  visitor: z.object({ address: z.string(), userAgent: z.string() }),
  now: z.number(),
});

export type MessageToWorker = z.infer<typeof toWorkerSchema>;
export type MessageToSupervisor = z.infer<typeof toSupervisorSchema>;

/** Undefined for what others send over the same channel. */
export function parseMessageToWorker(message: unknown): MessageToWorker | undefined {
  return toWorkerSchema.safeParse(message).data;
}

/** Undefined for what others send over the same channel. */
export function parseMessageToSupervisor(message: unknown): MessageToSupervisor | undefined {
  return toSupervisorSchema.safeParse(message).data;
}
