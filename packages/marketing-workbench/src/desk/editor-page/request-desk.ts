/** Asks the desk's server. Throws with its message if it refuses. */
export async function requestDesk(path: string, options?: RequestInit): Promise<Response> {
  const answer = await fetch(path, options);
  if (answer.ok) return answer;
  const { message } = await answer.json();
  throw new Error(message, { cause: { message } });
}
