-- Up Migration

-- Views of all nodes, by the post's slug. A view is worth 2 ^ (its day / 30), days counted from 1970, so that an older
-- one counts for less: half as much after 30 days. Heat is the logarithm to base 2 of all views' worth.
CREATE TABLE post_views (
  slug text PRIMARY KEY,
  count bigint NOT NULL CHECK (count >= 0),
  heat double precision NOT NULL
);

-- Batches of views that have been counted: one sent again is known by its id.
CREATE TABLE view_batches (
  id uuid PRIMARY KEY,
  received_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX view_batches_by_time ON view_batches (received_at);

-- The heat of the views of both. Past 60 the smaller one is less than the greater one's rounding.
CREATE FUNCTION add_heat(a double precision, b double precision) RETURNS double precision LANGUAGE sql IMMUTABLE AS $$
  SELECT greatest(a, b) + CASE
    WHEN abs(a - b) > 60 THEN 0
    ELSE ln(1 + power(2::double precision, -abs(a - b))) / ln(2::double precision)
  END
$$;

-- Adds a batch, {"slug": {"count": views, "heat": theirs}, ...}, unless it was added before. Rows are locked in one order,
-- so that nodes that send at once never wait for each other in a circle.
CREATE FUNCTION count_views(batch uuid, views jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO view_batches (id) VALUES (batch) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RETURN; END IF;
  INSERT INTO post_views (slug, count, heat)
    SELECT key, (value->>'count')::bigint, (value->>'heat')::double precision
      FROM jsonb_each(views) ORDER BY key COLLATE "C"
    ON CONFLICT (slug) DO UPDATE SET
      count = post_views.count + excluded.count,
      heat = add_heat(post_views.heat, excluded.heat);
  DELETE FROM view_batches WHERE received_at < now() - interval '1 year';
END
$$;
