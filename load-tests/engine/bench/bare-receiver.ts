/**
 * The least that a receiver can do: parse each message and count it. No account, no latencies.
 * Environment: URL, PROTOCOL (ddp or socketio), CONNECTIONS. Answers each line of its standard input with one line,
 * {"deliveries": so far, "cpu_ms": so far}.
 */
import { WebSocket } from 'ws';

const { URL: url = '', PROTOCOL, CONNECTIONS } = process.env;
let deliveries = 0;

function receiveDdp(): void {
  const ws = new WebSocket(`${url}/websocket`);
  ws.on('open', () => ws.send('{"msg":"connect","version":"1","support":["1"]}'));
  ws.on('message', (data) => {
    const message = JSON.parse(String(data));
    if (message.msg === 'added') deliveries++;
    else if (message.msg === 'connected') ws.send('{"msg":"sub","id":"1","name":"todos.byList","params":[]}');
  });
}

function receiveSocketIo(): void {
  const ws = new WebSocket(`${url}/socket.io/?EIO=4&transport=websocket`);
  ws.on('message', (data) => {
    const text = String(data);
    if (text.startsWith('42')) {
      const event = JSON.parse(text.slice(2));
      if (event[0] === 'added') deliveries++;
    } else if (text.startsWith('40')) ws.send('420["subscribe","todos.byList"]');
    else if (text.startsWith('0')) ws.send('40');
  });
}

for (let i = 0; i < Number(CONNECTIONS); i++) PROTOCOL === 'socketio' ? receiveSocketIo() : receiveDdp();

process.stdin.on('data', () => {
  const { user, system } = process.cpuUsage();
  console.log(JSON.stringify({ deliveries, cpu_ms: (user + system) / 1000 }));
});
process.stdin.on('end', () => process.exit());
