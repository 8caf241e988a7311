import type { Store } from '../../src/store/store.ts';
import { addView } from '../../src/store/views.ts';

export function countView({ state }: Pick<Store, 'state'>, postId: number): void {
  state.transaction(() => addView(state, postId));
}
