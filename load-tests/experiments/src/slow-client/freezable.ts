/**
 * A client in a process of its own, which a round stops: `freezable.ts <stack> <url> <roomId>`. It prints
 * a line when it has its snapshot.
 */
import { clientOf } from '../client.ts';

const [stack = '', url = '', roomId = ''] = process.argv.slice(2);
const client = await clientOf(stack, url);
await client.subscribe('messages.byRoom', { roomId, limit: 50 });
client.onDisconnect(() => process.exit(0));
console.log('subscribed');
