-- Up Migration
-- Articles that were due until this time are live, and who has to be told of them was noted.
CREATE TABLE live_until (id integer PRIMARY KEY CHECK (id = 1), until timestamptz NOT NULL);

-- Who has to be told of which article. A node that tells somebody postpones the notice first, so that another one does it if the
-- node dies.
CREATE TABLE notices (
  channel text NOT NULL,
  slug text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL,
  PRIMARY KEY (channel, slug)
);

-- Notes the articles that became due since the last call, of whichever node. The first call notes none. Two seconds late, so that a
-- node whose clock is a little behind shows an article before caches ask for it.
CREATE FUNCTION note_live(channels text[]) RETURNS void
  LANGUAGE plpgsql AS $$
DECLARE
  due timestamptz := clock_timestamp() - interval '2 seconds';
  last timestamptz;
BEGIN
  INSERT INTO live_until (id, until) VALUES (1, due) ON CONFLICT DO NOTHING;
  SELECT until INTO last FROM live_until FOR UPDATE;
  -- More than a minute ahead, the clock was wrong and has been set back.
  IF last >= due AND last < due + interval '1 minute' THEN RETURN; END IF;
  INSERT INTO notices (channel, slug, next_at)
    SELECT channel, slug, due FROM posts, unnest(channels) AS channel
      WHERE published_at > greatest(last, due - interval '7 days') AND published_at <= due
    ON CONFLICT (channel, slug) DO UPDATE SET attempts = 0, next_at = excluded.next_at;
  UPDATE live_until SET until = due;
END
$$;
