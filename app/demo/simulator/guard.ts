/** Keeps other web pages away from the phone: nobody else may click for its person. */
import type { NextFunction, Request, RequestHandler, Response } from 'express'

/** The parts of a request that tell where it comes from. */
export interface Provenance {
  readonly host: string | undefined
  readonly origin: string | undefined
  /** The browser's own word, `sec-fetch-site`. */
  readonly site: string | undefined
}

/** Whether a request was made by our own page, by the address bar or by a program on this machine. */
export function isOurs({ host, origin, site }: Provenance, port: number): boolean {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`]
  // A foreign name that resolves to this machine still carries its own name here.
  if (host === undefined || !hosts.includes(host)) return false
  if (origin !== undefined && origin !== `http://${host}`) return false
  return site === undefined || site === 'same-origin' || site === 'none'
}

/** Answers everything else with 403. `port` is asked for at each request: it is not known before listening. */
export function createGuard(port: () => number | undefined): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const { host, origin } = request.headers
    const site = request.headers['sec-fetch-site']
    const own = port()
    if (own !== undefined && isOurs({ host, origin, site: Array.isArray(site) ? site[0] : site }, own)) next()
    else response.status(403).json({ error: 'This phone only listens to its own page.' })
  }
}
