-- Where S3 has the parts of an unfinished upload. The storage writes and reads it; it is saved together with the offset, so that
-- a part that was never acknowledged cannot become a part of the file (decision 0077).

alter table order_file add column upload_parts text;

comment on column order_file.upload_parts is
  'Parts of an unfinished upload in S3, as JSON of the storage; null on disk and after the upload.';
