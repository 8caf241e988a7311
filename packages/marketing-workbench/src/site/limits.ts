/** Every number of the specification's section 9 and of the product's own rules, once. */
export const CATEGORY_PAGE_SIZE = 24;
export const ALL_ARTICLES_PAGE_SIZE = 9;
export const SEARCH_PAGE_SIZE = 24;
/** Page size of `/api/posts` if only `page` is given. */
export const API_PAGE_SIZE = 24;
export const API_PAGE_SIZE_MAX = 100;
export const PAGINATION_WINDOW = 5;

export const FEATURED_COUNT = 3;
export const RECENT_COUNT = 4;
export const RELATED_COUNT = 3;
export const POPULAR_COUNT = 3;
export const POPULAR_COUNT_MAX = 50;
/** A tag with fewer published posts has no page. */
export const TAG_POSTS_MIN = 3;
export const SITE_MAP_POSTS_PER_SUBCATEGORY = 10;

/** Entries of the main menu and tiles of the home page, if a site has more categories. */
export const MENU_CATEGORIES = 6;

export const FOOTER_QUICK_LINKS = 4;
export const FOOTER_CATEGORIES_WITH_SUBCATEGORIES = 3;
export const FOOTER_SUBCATEGORIES_PER_CATEGORY = 2;

export const PLACEHOLDERS = {
  featured: 3,
  categories: 4,
  recent: 4,
  list: 6,
  allArticles: 9,
} as const;

export const SEARCH_QUERY_MAX_LENGTH = 200;
export const RELATED_EXCERPT_LENGTH = 80;
export const WORDS_PER_MINUTE = 220;

export const QUERY_CACHE_MS = 5 * 60 * 1000;
export const ARTICLE_FETCH_RETRIES = 3;

export const TOAST_LIMIT = 1;
export const TOAST_DURATION_MS = 5_000;
export const TOAST_REMOVE_DELAY_MS = 1_000_000;
export const TOAST_SWIPE_THRESHOLD_PX = 50;
export const TOAST_HOTKEY = 'F8';

export const VIEW_AFTER_MS = 3_000;

/**
 * Legacy paths that each page carries for navigation in the browser; the server knows the others.
 */
export const LEGACY_PATHS_IN_PAGE = 200;

/** Most characters of a line of a record. */
export const LINE_MAX_LENGTH = 1_000;

/** No page has a longer path, and parsing one takes time. */
export const PATH_MAX_LENGTH = 2_000;

/** The largest width that RSS 2.0 allows for a feed's picture. */
export const FEED_ICON_SIZE_PX = 144;
