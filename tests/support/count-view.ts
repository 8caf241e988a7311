import { addView } from '../../packages/marketing-workbench/src/store/counts/views.ts';
import type { Store } from '../../packages/marketing-workbench/src/store/store.ts';

export function countView({ state }: Pick<Store, 'state'>, postId: number): void {
  state.transaction(() => addView(state, postId));
}
