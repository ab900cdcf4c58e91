{{/* Settings of a node: secrets, what the chart derives, and `settings`. */}}
{{- define "pontic.env" -}}
{{- $secret := include "pontic.secret" . -}}
- name: PONTIC_PUBLIC_URL
  value: {{ required "publicUrl is required" .Values.publicUrl | quote }}
{{- range $name, $key := dict "PONTIC_SECRET_KEY" "secret-key" "PONTIC_SMTP_URL" "smtp-url" "PONTIC_DATABASE_URL" "database-url" }}
- name: {{ $name }}
  valueFrom: { secretKeyRef: { name: {{ $secret }}, key: {{ $key }} } }
{{- end }}
{{- range $name, $key := dict
  "PONTIC_ENCRYPTION_KEY" "encryption-key"
  "PONTIC_SMS_URL" "sms-url"
  "PONTIC_SMS_HEADERS" "sms-headers"
  "PONTIC_S3_SECRET_KEY" "s3-secret-key"
  "PONTIC_DATABASE_DIRECT_URL" "database-direct-url"
  "PONTIC_DATABASE_REPLICA_URL" "database-replica-url"
  "PONTIC_BACKUP_PASSWORD" "backup-password"
  "PONTIC_BACKUP_DATABASE_URL" "backup-database-url" }}
- name: {{ $name }}
  valueFrom: { secretKeyRef: { name: {{ $secret }}, key: {{ $key }}, optional: true } }
{{- end }}
{{- if .Values.backup.sshKey }}
- name: PONTIC_BACKUP_SSH_KEY_FILE
  value: /run/pontic/backup-ssh-key
{{- end }}
{{- if .Values.metrics.enabled }}
- name: PONTIC_METRICS_ADDRESS
  value: {{ printf "0.0.0.0:%d" (int .Values.metrics.port) | quote }}
{{- end }}
- name: PONTIC_DRAIN_SECONDS
  value: {{ int .Values.drainSeconds | quote }}
- name: PONTIC_STOP_SECONDS
  value: {{ int .Values.stopSeconds | quote }}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ include "pontic.text" $value | quote }}
{{- end }}
{{- end }}
