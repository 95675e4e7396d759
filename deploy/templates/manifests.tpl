{{- /* The manifests of kubectl, with the values set: each fact is in one place. */}}
{{- range $path := list "kubernetes/deployment.yaml" "kubernetes/service.yaml" "kubernetes/scaling.yaml" }}
{{- range $text := splitList "\n---\n" ($.Files.Get $path) }}
{{- $manifest := fromYaml $text }}
{{- if eq $manifest.kind "Deployment" }}
{{- $container := index $manifest.spec.template.spec.containers 0 }}
{{- $args := list }}
{{- range $container.args }}
{{- $args = append $args (hasPrefix "--allow-host=" . | ternary (join "," (prepend $.Values.hosts .)) .) }}
{{- end }}
{{- $_ := set $container "image" $.Values.image }}
{{- $_ := set $container "args" (concat $args $.Values.args) }}
{{- $_ := set $container "env" (concat $container.env $.Values.env) }}
{{- end }}
---
{{ toYaml (mergeOverwrite $manifest (deepCopy (index $.Values.manifests $manifest.kind))) }}
{{- end }}
{{- end }}
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: antiphon
data:
  antiphon.yaml: {{ .Values.config | default (.Files.Get "antiphon.yaml") | toJson }}
