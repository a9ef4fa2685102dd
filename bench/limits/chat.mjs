/*
 * The limit of Socket.IO and SQLite: a room, one durable INSERT per message, and the same bytes to everyone in it. Its settings
 * come as JSON in the first argument.
 */
import { DatabaseSync } from 'node:sqlite'
import fastify from 'fastify'
import { Server } from 'socket.io'

const { port, database, message } = JSON.parse(process.argv[2] ?? '{}')

const db = new DatabaseSync(database)
db.exec('pragma journal_mode = wal; pragma synchronous = full')
db.exec('create table if not exists messages (id integer primary key, content text not null)')
const insert = db.prepare('insert into messages (content) values (?)')

const app = fastify()
app.get('/readyz', async () => ({ ok: true }))
const io = new Server(app.server, { serveClient: false })
io.on('connection', (socket) => void socket.join('room'))
app.post('/messages', async (request, reply) => {
  const { content, clientId } = request.body
  insert.run(content)
  const sent = { ...message, content, clientId }
  io.to('room').emit('new_message', sent)
  return reply.code(201).send(sent)
})
await app.listen({ port, host: '127.0.0.1' })
