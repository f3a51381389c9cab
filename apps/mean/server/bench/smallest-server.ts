/** The least that Socket.io on a change stream takes: no validation, no limits, no snapshot that fits its changes. */
import { createServer } from 'node:http';
import { MongoClient } from 'mongodb';
import { Server } from 'socket.io';

interface Todo {
  _id: string;
  listId: string;
  text: string;
  done: boolean;
  createdAt: Date;
}

const mongo = new MongoClient(process.env.MONGO_URL ?? '', { writeConcern: { w: 'majority' } });
const todos = mongo.db().collection<Todo>('todos');
await todos.createIndex({ listId: 1, createdAt: 1, _id: 1 });

const httpServer = createServer();
const io = new Server(httpServer, { serveClient: false });

const channelOf = (listId: string) => `todos.byList:${listId}`;
const toWire = (todo: Todo) => ({ ...todo, createdAt: { $date: todo.createdAt.getTime() } });

io.on('connection', (socket) => {
  socket.on('subscribe', async (_name: string, { listId }: { listId: string }, acknowledge) => {
    const channel = channelOf(listId);
    socket.join(channel);
    acknowledge({ result: { channel, documents: (await todos.find({ listId }).toArray()).map(toWire) } });
  });
  socket.on('todos.insert', async (input: { _id: string; listId: string; text: string }, acknowledge) => {
    await todos.insertOne({ ...input, done: false, createdAt: new Date() });
    acknowledge({ result: input._id });
  });
});

todos.watch([{ $match: { operationType: 'insert' } }]).on('change', (change) => {
  if (change.operationType !== 'insert') return;
  const todo = change.fullDocument;
  const channel = channelOf(todo.listId);
  io.to(channel).emit('added', channel, toWire(todo));
});

httpServer.listen(Number(process.env.PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
