import { z } from 'zod';

const toWorkerSchema = z.discriminatedUnion('kind', [
  /** The database, as health names it. */
  z.object({ kind: z.literal('database'), text: z.string() }),
  /** The site is about to stop: readiness is over. */
  z.object({ kind: z.literal('drain') }),
  /** Finish open requests, then exit. */
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

/** Undefined for other messages on the channel. */
export function parseMessageToWorker(message: unknown): MessageToWorker | undefined {
  return toWorkerSchema.safeParse(message).data;
}

/** Undefined for other messages on the channel. */
export function parseMessageToSupervisor(message: unknown): MessageToSupervisor | undefined {
  return toSupervisorSchema.safeParse(message).data;
}
