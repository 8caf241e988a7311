import { addView } from '../../src/store/counts/views.ts';
import type { Store } from '../../src/store/store.ts';

export function countView({ state }: Pick<Store, 'state'>, postId: number): void {
  state.transaction(() => addView(state, postId));
}
