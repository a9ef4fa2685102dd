import type { FastifyInstance } from 'fastify'
import type { Feature } from '#server/feature/feature.ts'

type Operation = { operationId: string; summary: string; description: string; parameters: { name: string; in: string }[] }

const escaped = (text: string): string => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)

const row = (method: string, path: string, { operationId, summary, description, parameters }: Operation): string => {
  const names = parameters.map(({ name }) => name).join(', ')
  return `<tr id="${escaped(operationId)}"><td><code>${method.toUpperCase()}</code></td><td><code>${escaped(path)}</code></td><td>${escaped(summary)}</td><td>${escaped(description.replace('For: ', ''))}</td><td>${escaped(names)}</td></tr>`
}

type Described = { summary: string; description?: string }
type Document = {
  paths: Record<string, Record<string, Operation>>
  'x-events': Record<'fromServer' | 'fromClient', Record<string, Described>>
}

const eventTable = (caption: string, events: Record<string, Described>): string => {
  const rows = Object.entries(events).map(
    ([name, { summary, description = '' }]) =>
      `<tr id="event-${escaped(name)}"><td><code>${escaped(name)}</code></td><td>${escaped(summary)}</td><td>${escaped(description.replace('For: ', ''))}</td></tr>`,
  )
  return `<h2>${caption}</h2><table border="1" cellpadding="6"><thead><tr><th scope="col">Event</th><th scope="col">What it says</th><th scope="col">Who</th></tr></thead><tbody>${rows.join('\n')}</tbody></table>`
}

const pageOf = (document: Document): string => {
  const rows = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => row(method, path, one)),
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>API reference · Carrel</title>
<main><h1>API reference</h1><p>For every field, error and payload, see the OpenAPI document <a href="/api/docs/openapi.json">openapi.json</a>.</p>
<table border="1" cellpadding="6"><thead><tr><th scope="col">Method</th><th scope="col">Path</th><th scope="col">What it does</th><th scope="col">Who</th><th scope="col">Parameters</th></tr></thead><tbody>${rows.join('\n')}</tbody></table>${eventTable('Socket events from the server', document['x-events'].fromServer)}${eventTable('Socket events from clients', document['x-events'].fromClient)}</main></html>`
}

/** `/api/docs`: a plain page over the contracts, and the OpenAPI document behind it. Both are made on first use. */
export const serveReference = (app: FastifyInstance, features: Record<string, Feature>): void => {
  const load = async () => (await import('./openapi.ts')).openapiOf(features)
  app.get('/api/docs/openapi.json', async () => load())
  app.get('/api/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send(pageOf((await load()) as never)))
}
