-- A send is also deferred while scans are still being read after the upload is done.
alter table orders drop constraint orders_check2;
alter table orders add constraint orders_send_waiting_check
  check (send_waiting_lab_id is null or status in ('scanned', 'uploaded', 'rejected'));
