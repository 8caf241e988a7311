-- Up Migration

-- What readers of all nodes did on a UTC day, in days since 1970. The kinds are those of src/store/counts/day-counts.ts.
CREATE TABLE day_counts (
  day integer NOT NULL,
  kind text NOT NULL,
  name text NOT NULL,
  host text NOT NULL,
  count bigint NOT NULL CHECK (count BETWEEN 1 AND 9007199254740991),
  PRIMARY KEY (day, kind, name, host)
);
CREATE INDEX day_counts_of_searches ON day_counts (name) WHERE kind = 'search';

-- What readers searched for, once enough of them asked. The hash is the name of the searches' counts.
CREATE TABLE searched_words (
  hash text PRIMARY KEY,
  words text NOT NULL,
  results integer NOT NULL CHECK (results >= 0),
  day integer NOT NULL
);

-- Adds a batch, [{"day": 20780, "kind": "view", "name": "seo-audit", "host": "", "count": 1}, ...], once. Further names of a
-- day are counted together, under a blank name. Counts of a node whose clock is ahead count as counts of tomorrow.
CREATE FUNCTION count_days(batch uuid, counts jsonb, rows_per_day integer, days_kept integer) RETURNS void
  LANGUAGE plpgsql AS $$
DECLARE
  today integer := floor(extract(epoch FROM now()) / 86400);
  one record;
BEGIN
  INSERT INTO view_batches (id) VALUES (batch) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RETURN; END IF;
  -- Batches are added one after the other, so that they neither deadlock nor exceed the rows of a day.
  PERFORM pg_advisory_xact_lock(hashtext('day_counts'));
  FOR one IN
    SELECT least(day, today + 1) AS day, kind, name, host, sum(count) AS count
      FROM jsonb_to_recordset(counts) AS given (day integer, kind text, name text, host text, count bigint)
      GROUP BY 1, 2, 3, 4
  LOOP
    IF NOT EXISTS (SELECT FROM day_counts WHERE (day, kind, name, host) = (one.day, one.kind, one.name, one.host))
      AND (SELECT count(*) FROM day_counts WHERE (day, kind) = (one.day, one.kind)) >= rows_per_day
    THEN
      one.name := '';
      one.host := '';
    END IF;
    INSERT INTO day_counts AS old (day, kind, name, host, count)
      VALUES (one.day, one.kind, one.name, one.host, one.count)
      ON CONFLICT (day, kind, name, host) DO UPDATE SET
        count = least(old.count + excluded.count, 9007199254740991);
  END LOOP;
  DELETE FROM day_counts WHERE day <= today - days_kept;
  DELETE FROM searched_words WHERE day <= today - days_kept;
END
$$;
