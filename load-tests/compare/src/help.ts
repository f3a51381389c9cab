/** What `npm run compare -- --help` prints. */
export const help = `Compares Meteor and MEAN on one MongoDB.

  npm run compare -- [experiment] [options]

Without an experiment: four pairs of rounds and one start for memory, within three minutes, no intervals.
  --full                      adds pairs until p50 and CPU are known to ±10 %, or for --limit 30m
  --control                   each stack against itself, and with one thing of the bench changed
  --ladder                    every mode, transport, writer, w: 1, and Meteor's publication strategies
  --knee                      the most subscribers, and writes, with a p99 under 500 ms
  --self                      the bench alone: what it adds, and how much it can take; a quarter of an hour

An option that an experiment makes no use of is refused. --self takes --transport, --seed, --out and --json alone;
--knee takes none of those from --scenarios to --idle.

  --stacks meteor,mean        which stacks; a single one is measured without a ratio
  --modes meteor:polling,mean:emit   how a stack learns of a write; default meteor:oplog,mean:changestream
  --transport ddp,socketio    what carries it; a stack that has none of these uses its default
  --scenarios fan-out,idle-clients   also fan-out-lists, fan-out-window
  --clients 200               subscribers in one list
  --rate 20                   writes a second
  --duration 4                seconds of writing in each round (ladder 5; full, control 8)
  --rounds 4                  pairs of rounds, A B B A; an even number balances the order (control 6, ladder 2;
                              full: the most, 48)
  --steps 20,100,200,300      clients at each step of the memory rounds (full adds 400)
  --starts 1                  starts of the app for each line of memory (full 3, control 2)
  --idle 5                    seconds at each step in which the CPU of idle clients is read (quick 0: it isn't)
  --generators 1              processes that receive; default: as many as it takes
  --limit 30m                 of --full and --knee: when no more rounds are begun (knee 45m)
  --most 5000                 of --knee: subscribers that are tried at the most
  --seed 1                    of the schedules
  --latency 40ms --jitter 5ms  one way, between the clients and the apps, by toxiproxy
  --loss 1%                   packets lost there; only where the kernel has netem
  --out <folder>              where the results go (default: a new folder under load-tests/results)
  --json                      prints summary.json alone on standard output (npm run -s keeps npm quiet)
  --list                      prints stacks, modes, transports, scenarios and experiments
  --install, --no-install     run Meteor's own installer without asking, or never
  --strict                    a stack that can't be run is an error
  --help

TOY=1 before it makes a run of a few seconds that only shows that the command works; its results say so.

Exit status: 0 done, 1 it failed, 2 too few valid rounds, 130 stopped by Ctrl-C.`;
