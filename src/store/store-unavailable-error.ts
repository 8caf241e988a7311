const RETRY_AFTER_SECONDS = 10;

/** There is no content to answer from: the index was never filled, or is being rebuilt. Answered by 503 with `Retry-After`. */
export class StoreUnavailableError extends Error {
  override name = 'StoreUnavailableError';
  readonly statusCode = 503;
  readonly retryAfterSeconds = RETRY_AFTER_SECONDS;
  readonly notice = {
    title: 'Back in a moment',
    text: 'The content of this site is being put in place and will be back in a moment. Please try again in a few seconds.',
  };
}
