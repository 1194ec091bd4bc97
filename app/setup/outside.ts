/** Worked examples of what stands between the platform and a webhook on this machine; each lets one path through. */

interface Webhook {
  readonly port: number
  readonly path: string
}

export function caddyExample(host: string, { port, path }: Webhook): string {
  return `${host} {
  handle ${path} {
    reverse_proxy 127.0.0.1:${port}
  }
  handle {
    respond 404
  }
}`
}

export function nginxExample({ port, path }: Webhook): string {
  return `location = ${path} {
  proxy_pass http://127.0.0.1:${port};
  proxy_set_header X-Forwarded-For $remote_addr;
  client_max_body_size 1m;
}
location / {
  return 404;
}`
}

export function tunnelExample(host: string, { port, path }: Webhook): string {
  // Its path is a pattern, in which a dot means anything.
  const pattern = path.replaceAll(/[.~-]/g, String.raw`\$&`)
  return `tunnel: ask
ingress:
  - hostname: ${host}
    path: ^${pattern}$
    service: http://127.0.0.1:${port}
  - service: http_status:404`
}
