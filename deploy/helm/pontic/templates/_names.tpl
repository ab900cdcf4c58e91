{{/* Labels by which the Service and the Deployment select pods. */}}
{{- define "pontic.selector" -}}
app.kubernetes.io/name: pontic
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: app
{{- end }}

{{- define "pontic.labels" -}}
app.kubernetes.io/name: pontic
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Values.image.tag | default .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "pontic.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "pontic.secret" -}}
{{ required "existingSecret is required" .Values.existingSecret }}
{{- end }}

{{/* "yes" if files are on the volume: always, unless all of them are in S3. */}}
{{- define "pontic.hasVolume" -}}
{{- if or (ne (.Values.settings.PONTIC_STORAGE | default "disk") "s3") (eq (.Values.settings.PONTIC_STORAGE_ALSO_READS | default "") "disk") }}yes{{ end }}
{{- end }}

{{- define "pontic.claim" -}}
{{ .Values.files.existingClaim | default (printf "%s-files" .Release.Name) }}
{{- end }}

{{/* A setting as text. YAML reads yes and no as booleans, and Helm reads numbers as floats. */}}
{{- define "pontic.text" -}}
{{- if kindIs "bool" . }}{{ ternary "yes" "no" . }}{{ else if kindIs "float64" . }}{{ int64 . }}{{ else }}{{ . }}{{ end }}
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

{{/* What all pods have in common. Variables of service links, such as PONTIC_PORT of a Service "pontic", would be taken for settings. */}}
{{- define "pontic.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext: {{- include "pontic.podSecurity" . | nindent 2 }}
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
