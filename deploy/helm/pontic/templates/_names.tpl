{{- define "pontic.labels" -}}
app.kubernetes.io/name: pontic
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "pontic.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "pontic.claim" -}}
{{ .Values.files.existingClaim | default (printf "%s-files" .Release.Name) }}
{{- end }}

{{/* Settings of both the server and the migration. */}}
{{- define "pontic.env" -}}
{{- $secret := required "existingSecret is required" .Values.existingSecret -}}
- name: PONTIC_PUBLIC_URL
  value: {{ required "publicUrl is required" .Values.publicUrl | quote }}
- name: PONTIC_SECRET_KEY
  valueFrom: { secretKeyRef: { name: {{ $secret }}, key: secret-key } }
- name: PONTIC_ENCRYPTION_KEY
  valueFrom: { secretKeyRef: { name: {{ $secret }}, key: encryption-key, optional: true } }
- name: PONTIC_SMTP_URL
  valueFrom: { secretKeyRef: { name: {{ $secret }}, key: smtp-url } }
- name: PONTIC_SMS_URL
  valueFrom: { secretKeyRef: { name: {{ $secret }}, key: sms-url, optional: true } }
- name: PONTIC_SMS_HEADERS
  valueFrom: { secretKeyRef: { name: {{ $secret }}, key: sms-headers, optional: true } }
- name: PONTIC_S3_SECRET_KEY
  valueFrom: { secretKeyRef: { name: {{ $secret }}, key: s3-secret-key, optional: true } }
- name: PONTIC_DATABASE_URL
  valueFrom: { secretKeyRef: { name: {{ $secret }}, key: database-url } }
- name: PONTIC_DATABASE_DIRECT_URL
  valueFrom: { secretKeyRef: { name: {{ $secret }}, key: database-direct-url, optional: true } }
- name: PONTIC_DATABASE_REPLICA_URL
  valueFrom: { secretKeyRef: { name: {{ $secret }}, key: database-replica-url, optional: true } }
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}

{{- define "pontic.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{- define "pontic.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
fsGroupChangePolicy: OnRootMismatch
seccompProfile: { type: RuntimeDefault }
{{- end }}
