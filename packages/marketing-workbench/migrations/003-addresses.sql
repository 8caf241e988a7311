-- Up Migration

-- Every public address that a post ever had. Each must lead somewhere unless a publisher retired it (is_gone). The
-- subcategory is '' if there is none.
CREATE TABLE post_addresses (
  slug text NOT NULL,
  category text NOT NULL,
  subcategory text NOT NULL,
  published_at timestamptz(3) NOT NULL,
  is_gone boolean NOT NULL DEFAULT false,
  PRIMARY KEY (slug, category, subcategory)
);

INSERT INTO post_addresses (slug, category, subcategory, published_at)
  SELECT slug, category, coalesce(subcategory, ''), published_at FROM posts;

-- A post that is moved or deleted before it is public leaves no address. Security definer, so that writers need rights on
-- the content tables only.
CREATE FUNCTION keep_address() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    EXECUTE format('DELETE FROM %I.post_addresses WHERE slug = $1 AND published_at > now()', TG_TABLE_SCHEMA)
      USING OLD.slug;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    EXECUTE format(
      'INSERT INTO %I.post_addresses AS old (slug, category, subcategory, published_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (slug, category, subcategory)
         DO UPDATE SET published_at = least(old.published_at, excluded.published_at)', TG_TABLE_SCHEMA)
      USING NEW.slug, NEW.category, coalesce(NEW.subcategory, ''), NEW.published_at;
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER keep_address AFTER INSERT OR DELETE OR UPDATE OF slug, category, subcategory, published_at ON posts
  FOR EACH ROW EXECUTE FUNCTION keep_address();
