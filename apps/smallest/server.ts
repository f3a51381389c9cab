/**
 * The minimum of Socket.io on a change stream: no validation, no limits, and a snapshot that may miss or repeat
 * changes.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { MongoClient } from 'mongodb';
import { Server } from 'socket.io';

type List = { _id: string; name: string; createdAt: Date };
type Todo = { _id: string; listId: string; text: string; done: boolean; createdAt: Date };
type Inserted = { operationType: 'insert'; fullDocument: Todo };
type Answer = (answer: object) => void;

const db = new MongoClient(process.env.MONGO_URL ?? '').db();
const lists = db.collection<List>('lists');
const todos = db.collection<Todo>('todos');
await todos.createIndex({ listId: 1 });

const http = createServer((_request, response) => response.end('ready'));
const io = new Server(http, { serveClient: false });
// As Socket.io recommends: otherwise each connection keeps its first HTTP request.
io.engine.on('connection', (connection: { request: unknown }) => {
  connection.request = null;
});

const channelOf = (listId: string) => `todos.byList:${listId}`;
const toWire = (todo: Todo) => ({ ...todo, createdAt: { $date: todo.createdAt.getTime() } });

async function snapshot(listId: string): Promise<object> {
  return { channel: channelOf(listId), documents: (await todos.find({ listId }).toArray()).map(toWire) };
}

function reply(answer: Answer, work: Promise<unknown>): void {
  work.then(
    (result) => answer({ result }),
    ({ message }: Error) => answer({ error: { code: 'internal-error', message } }),
  );
}

io.on('connection', (socket) => {
  socket.on('subscribe', (_name: string, { listId }: Todo, answer: Answer) => {
    socket.join(channelOf(listId));
    reply(answer, snapshot(listId));
  });
  socket.on('lists.insert', ({ _id, name }: List, answer: Answer) => {
    const made = { $setOnInsert: { name, createdAt: new Date() } };
    reply(answer, lists.updateOne({ _id }, made, { upsert: true }));
  });
  socket.on('todos.insert', ({ _id, listId, text }: Todo, answer: Answer) => {
    reply(answer, todos.insertOne({ _id, listId, text, done: false, createdAt: new Date() }));
  });
});

const changes = todos.watch<Todo, Inserted & { _id: unknown }>([{ $match: { operationType: 'insert' } }]);
changes.on('change', ({ fullDocument }) => {
  const channel = channelOf(fullDocument.listId);
  io.to(channel).emit('added', channel, toWire(fullDocument));
});
await once(changes, 'resumeTokenChanged'); // later writes can't be missed
http.listen(Number(process.env.PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
