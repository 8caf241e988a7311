import type { Health } from '../site/entities.ts';
import { findAgreedAt, readIndexSize, readNodeId } from '../store/agreement.ts';
import { readRevision } from '../store/revision.ts';
import type { ApiAnswer } from './answer.ts';
import type { ApiContext, ApiRequest } from './request.ts';

export function readHealth({ describeDatabase, store }: ApiContext, { now }: ApiRequest): ApiAnswer<Health> {
  const agreedAt = findAgreedAt(store);
  const body: Health = {
    database: describeDatabase(),
    revision: readRevision(store),
    ...(agreedAt !== undefined && { contentAgeSeconds: Math.max(0, Math.round((now - agreedAt) / 1000)) }),
    indexBytes: readIndexSize(store),
    nodeId: readNodeId(store),
  };
  return { kind: 'found', body, isVolatile: true };
}
