-- Up Migration

ALTER TABLE post_addresses
  -- Whether a publisher's folder ever held the post: then publishing keeps the address alive.
  ADD COLUMN of_folder boolean NOT NULL DEFAULT true,
  -- The post's present slug, if another program changed it.
  ADD COLUMN moved_to text;

UPDATE post_addresses AS address SET of_folder = false
  FROM posts WHERE posts.slug = address.slug AND posts.folder_hash IS NULL;

-- The limit is JavaScript's largest safe integer; NaN compares greater than all numbers.
DELETE FROM post_views WHERE count > 9007199254740991;
UPDATE post_views SET heat = 0 WHERE NOT heat BETWEEN -1000000 AND 1000000;
ALTER TABLE post_views
  DROP CONSTRAINT post_views_count_check,
  ADD CONSTRAINT post_views_count_check CHECK (count BETWEEN 0 AND 9007199254740991),
  ADD CONSTRAINT post_views_heat_check CHECK (heat BETWEEN -1000000 AND 1000000);

CREATE FUNCTION add_views(wanted text, more bigint, their_heat double precision) RETURNS void LANGUAGE sql AS $$
  INSERT INTO post_views AS old (slug, count, heat) VALUES (wanted, least(more, 9007199254740991), their_heat)
    ON CONFLICT (slug) DO UPDATE SET
      count = least(old.count + excluded.count, 9007199254740991),
      heat = add_heat(old.heat, excluded.heat)
$$;

-- Now counts views of a renamed post under its present slug.
CREATE OR REPLACE FUNCTION count_views(batch uuid, views jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO view_batches (id) VALUES (batch) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RETURN; END IF;
  PERFORM add_views(slug, (value->>'count')::bigint, (value->>'heat')::double precision)
    FROM (
      SELECT slug, value FROM (
        SELECT value, coalesce((
          SELECT moved_to FROM post_addresses WHERE post_addresses.slug = key AND moved_to IS NOT NULL LIMIT 1
        ), key) AS slug FROM jsonb_each(views)
      ) AS counted ORDER BY slug COLLATE "C"
    ) AS ordered;
  DELETE FROM view_batches WHERE received_at < now() - interval '1 year';
END
$$;

-- The path of a post's page, the same as src/site/addresses.ts builds.
CREATE FUNCTION post_path(slug text, category text, subcategory text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE subcategory
    WHEN 'digital-marketing-news' THEN '/digitalmarketingnews/' || slug
    WHEN '' THEN '/' || category || '/' || slug
    ELSE '/' || category || '/' || subcategory || '/' || slug
  END
$$;

-- Redirects the addresses of a post's old slug (NULL: none) to its page, and removes redirects that would hide the page.
-- Publishers write the same rules.
CREATE FUNCTION lead_addresses(old_slug text, new_slug text, target text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  old_paths text[] := ARRAY(
    SELECT DISTINCT post_path(slug, category, subcategory) FROM post_addresses WHERE slug = old_slug);
  own_paths text[] := ARRAY(
    SELECT DISTINCT post_path(slug, category, subcategory) FROM post_addresses WHERE slug = new_slug);
  rules jsonb;
BEGIN
  SELECT coalesce(jsonb_agg(
      CASE WHEN rule->>'to' = ANY (old_paths) THEN rule || jsonb_build_object('to', target) ELSE rule END), '[]')
    INTO rules
    FROM other_records, jsonb_array_elements(details->'redirects') AS rule
    WHERE kind = 'redirects' AND rule->>'from' <> ALL (own_paths || target);
  SELECT rules || coalesce(jsonb_agg(jsonb_build_object(
      'from', path, 'isPrefix', false, 'status', 301, 'to', target, 'activeFrom', 0)), '[]')
    INTO rules
    FROM unnest(old_paths) AS path
    WHERE path <> target AND NOT EXISTS (
      SELECT FROM jsonb_array_elements(rules) AS rule WHERE rule->>'from' = path AND rule->'isPrefix' = 'false');
  UPDATE other_records SET details = details || jsonb_build_object('redirects', rules) WHERE kind = 'redirects';
  IF NOT FOUND AND rules <> '[]' THEN
    INSERT INTO other_records (kind, name, details, folder_hash)
      VALUES ('redirects', 'redirects', jsonb_build_object('slug', 'redirects', 'redirects', rules), 'edited');
  END IF;
END
$$;

-- Now deferred to the end of the transaction, so that uncommitted intermediate states leave no address either.
CREATE OR REPLACE FUNCTION keep_address() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  old_slug text := CASE WHEN TG_OP = 'UPDATE' AND NEW.slug <> OLD.slug THEN OLD.slug END;
  present record;
BEGIN
  PERFORM set_config('search_path', format('%I, pg_temp', TG_TABLE_SCHEMA), true);
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM post_addresses WHERE slug = OLD.slug AND published_at > now();
  END IF;
  IF TG_OP = 'DELETE' THEN RETURN NULL; END IF;
  IF old_slug IS NOT NULL THEN
    UPDATE post_addresses SET moved_to = NEW.slug WHERE slug = old_slug OR moved_to = old_slug;
    PERFORM add_views(NEW.slug, count, heat) FROM post_views WHERE slug = old_slug;
    DELETE FROM post_views WHERE slug = old_slug;
  END IF;
  SELECT slug, category, coalesce(subcategory, '') AS subcategory, published_at, folder_hash IS NOT NULL AS of_folder
    INTO present FROM posts WHERE id = NEW.id;
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF old_slug IS NOT NULL
    OR EXISTS (SELECT FROM post_addresses WHERE slug = present.slug AND moved_to IS NOT NULL)
  THEN
    UPDATE post_addresses SET moved_to = NULL WHERE slug = present.slug;
    PERFORM lead_addresses(
      old_slug, present.slug, post_path(present.slug, present.category, present.subcategory));
  END IF;
  INSERT INTO post_addresses AS kept (slug, category, subcategory, published_at, of_folder)
    VALUES (present.slug, present.category, present.subcategory, present.published_at, present.of_folder)
    ON CONFLICT (slug, category, subcategory) DO UPDATE SET
      published_at = least(kept.published_at, excluded.published_at),
      of_folder = kept.of_folder OR excluded.of_folder;
  RETURN NULL;
END
$$;

DROP TRIGGER keep_address ON posts;
CREATE CONSTRAINT TRIGGER keep_address
  AFTER INSERT OR DELETE OR UPDATE OF slug, category, subcategory, published_at, folder_hash ON posts
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION keep_address();
