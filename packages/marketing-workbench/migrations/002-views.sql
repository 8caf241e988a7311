-- Up Migration

-- Views of all nodes, by slug. A view has the weight 2 ^ (day since 1970 / 30), so that weights relative to today halve every
-- 30 days. Heat is the base-2 logarithm of the sum of the weights.
CREATE TABLE post_views (
  slug text PRIMARY KEY,
  count bigint NOT NULL CHECK (count >= 0),
  heat double precision NOT NULL
);

-- Ids of counted batches, so that a batch that is sent again counts once.
CREATE TABLE view_batches (
  id uuid PRIMARY KEY,
  received_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX view_batches_by_time ON view_batches (received_at);

-- The heat of both sets of views. Beyond a difference of 60 the smaller one is below the rounding error.
CREATE FUNCTION add_heat(a double precision, b double precision) RETURNS double precision LANGUAGE sql IMMUTABLE AS $$
  SELECT greatest(a, b) + CASE
    WHEN abs(a - b) > 60 THEN 0
    ELSE ln(1 + power(2::double precision, -abs(a - b))) / ln(2::double precision)
  END
$$;

-- Adds a batch, {"slug": {"count": 1, "heat": 680.5}, ...}, once. Locks rows in one order, which prevents deadlocks.
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
