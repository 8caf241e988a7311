-- Up Migration

-- The transactions that changed content. A node asks only for those that its last reading did not see, which costs the same for
-- any number of articles. Rows are inserted, never updated, so that writers neither wait for each other nor fail.
CREATE TABLE content_changes (
  transaction xid8 PRIMARY KEY,
  changed_at timestamptz NOT NULL DEFAULT now()
);

-- Security definer, so that writers need rights on the content tables only.
CREATE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  EXECUTE format(
    'INSERT INTO %I.content_changes (transaction) VALUES (pg_current_xact_id()) ON CONFLICT DO NOTHING', TG_TABLE_SCHEMA);
  RETURN NULL;
END
$$;

DO $$
DECLARE
  content_table text;
BEGIN
  FOREACH content_table IN ARRAY
    ARRAY['categories', 'subcategories', 'posts', 'legacy_posts', 'media', 'other_records']
  LOOP
    EXECUTE format(
      'CREATE TRIGGER note_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON %I
       FOR EACH STATEMENT EXECUTE FUNCTION note_change()', content_table);
  END LOOP;
END
$$;

-- Notices ask for the articles that became due since the last call.
CREATE INDEX posts_by_time ON posts (published_at);

-- The transaction that last changed the totals of a post, so that a node reads only those that changed.
ALTER TABLE post_views ADD COLUMN changed_by xid8 NOT NULL DEFAULT '0';
CREATE INDEX post_views_by_change ON post_views (changed_by);

-- Views of a node whose clock is ahead count as views of today: the highest heat, with a tolerance of 30 days. The checks of the table
-- refuse what is no heat at all.
CREATE FUNCTION keep_views() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  hottest double precision :=
    ln(greatest(NEW.count, 1)::double precision) / ln(2) + floor(extract(epoch FROM now()) / 86400) / 30;
BEGIN
  IF NEW.heat > hottest + 1 AND NEW.heat <= 1000000 THEN NEW.heat := hottest; END IF;
  NEW.changed_by := pg_current_xact_id();
  RETURN NEW;
END
$$;

CREATE TRIGGER keep_views BEFORE INSERT OR UPDATE ON post_views FOR EACH ROW EXECUTE FUNCTION keep_views();

-- Now counts the rows of a day once for each kind of a batch, instead of once for each name.
CREATE OR REPLACE FUNCTION count_days(batch uuid, counts jsonb, rows_per_day integer, days_kept integer) RETURNS void
  LANGUAGE plpgsql AS $$
DECLARE
  today integer := floor(extract(epoch FROM now()) / 86400);
  one record;
  counted_day integer;
  counted_kind text;
  present bigint;
BEGIN
  INSERT INTO view_batches (id) VALUES (batch) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RETURN; END IF;
  -- Batches are added one after the other, so that they neither deadlock nor exceed the rows of a day.
  PERFORM pg_advisory_xact_lock(hashtext('day_counts'));
  FOR one IN
    SELECT least(day, today + 1) AS day, kind, name, host, sum(count) AS count
      FROM jsonb_to_recordset(counts) AS given (day integer, kind text, name text, host text, count bigint)
      GROUP BY 1, 2, 3, 4 ORDER BY 1, 2
  LOOP
    IF (one.day, one.kind) IS DISTINCT FROM (counted_day, counted_kind) THEN
      counted_day := one.day;
      counted_kind := one.kind;
      SELECT count(*) INTO present FROM day_counts WHERE (day, kind) = (one.day, one.kind);
    END IF;
    IF NOT EXISTS (SELECT FROM day_counts WHERE (day, kind, name, host) = (one.day, one.kind, one.name, one.host)) THEN
      IF present >= rows_per_day THEN
        one.name := '';
        one.host := '';
      END IF;
      present := present + 1;
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
