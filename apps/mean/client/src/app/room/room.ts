import { isPlatformBrowser } from '@angular/common';
import {
  afterNextRender,
  afterRenderEffect,
  ChangeDetectorRef,
  Component,
  computed,
  type ElementRef,
  effect,
  Injector,
  inject,
  input,
  PLATFORM_ID,
  signal,
  viewChild,
} from '@angular/core';
import { Router, RouterLink } from '@angular/router';
import { limits, testIds } from '@meteor-vs-mean/contract';
import { Session } from '../account/session';
import { gone } from '../gone';
import { HalfTyped } from '../half-typed';
import { newId } from '../live/id';
import { Live } from '../live/live';
import type { Row } from '../live/overlay';
import { PageTitle } from '../page-title';
import { Removal } from '../removal/removal';
import { History } from './history';
import { Nickname } from './nickname';
import { Presence } from './presence';

/** So near to the end of the messages, in pixels, counts as there. */
const near_px = 30;

/** Angular's pipe for dates has a locale of its own with it, on every first page. */
const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** A chat: who is here, and what is said. */
@Component({
  selector: 'app-room',
  imports: [RouterLink, HalfTyped, Removal],
  providers: [History, Presence],
  templateUrl: './room.html',
  host: { '(document:visibilitychange)': 'readIfSeen()' },
})
export class RoomPage {
  readonly roomId = input.required<string>();
  protected readonly limits = limits;
  protected readonly testIds = testIds;
  protected readonly history = inject(History);
  protected readonly presence = inject(Presence);
  readonly #isInBrowser = isPlatformBrowser(inject(PLATFORM_ID));
  readonly #injector = inject(Injector);
  readonly #view = inject(ChangeDetectorRef);
  readonly #live = inject(Live);
  readonly #router = inject(Router);
  readonly #nickname = inject(Nickname);
  protected readonly account = inject(Session).account;
  /** What a guest chose, or what the account is called. */
  protected readonly nickname = computed(() => this.account()?.username ?? this.#nickname.value());
  readonly #rooms = this.#live.query('rooms.all', () => ({}));
  protected readonly room = computed(() => this.#rooms.rows().find(({ _id }) => _id === this.roomId()));
  protected readonly isMissing = computed(() => this.#rooms.isReady() && !this.room());
  protected readonly gone = gone(this.room, this.roomId);
  /** Ids of messages that nobody can have read here yet, oldest first. */
  protected readonly unread = signal<readonly string[]>([]);
  /** How many messages came below what is read. */
  protected readonly below = computed(() => (this.#isAtBottom() ? 0 : this.unread().length));
  readonly #own = new Set<string>();
  private readonly scroll = viewChild<ElementRef<HTMLElement>>('scroll');
  readonly #isAtBottom = signal(true);
  /** Where it was scrolled to when it was last seen, in pixels. */
  #top = 0;

  constructor() {
    this.history.follow(this.roomId, (messages) => this.#arrived(messages));
    this.presence.follow(
      this.roomId,
      this.nickname,
      computed(() => this.#rooms.isReady() && !this.isMissing()),
    );
    effect(() => {
      this.roomId();
      this.unread.set([]);
      this.#isAtBottom.set(true);
    });
    const title = inject(PageTitle);
    effect(() => {
      if (this.isMissing()) title.setMissing();
      else title.set(this.room()?.name ?? 'Room', this.unread().length);
    });
    afterRenderEffect(() => {
      this.history.messages();
      if (this.#isAtBottom()) this.#toBottom();
      if (this.#live.isOnline()) this.#fill();
    });
    afterRenderEffect((onCleanup) => {
      const box = this.scroll()?.nativeElement;
      if (!box) return;
      const observer = new ResizeObserver(() => {
        if (this.#isAtBottom()) this.#toBottom();
        this.#fill();
      });
      observer.observe(box);
      onCleanup(() => observer.disconnect());
    });
  }

  /** Only a browser knows which time it is for its reader. */
  protected timeOf(moment: Date): string {
    return this.#isInBrowser ? clock.format(moment) : '';
  }

  protected send(input: HTMLInputElement): void {
    const text = input.value.trim();
    if (!text) return;
    const _id = newId();
    this.#own.add(_id);
    this.#isAtBottom.set(true); // to see what one said
    this.#live.write('messages.send', { _id, roomId: this.roomId(), nickname: this.nickname(), text });
    input.value = '';
    this.#view.detectChanges(); // at once: not when the next frame comes, which may be late
  }

  protected goBelow(text: HTMLInputElement): void {
    this.#isAtBottom.set(true);
    this.#toBottom();
    // The button goes when the newest message is in sight.
    text.focus();
  }

  protected remove(): void {
    const _id = this.roomId();
    void this.#router.navigateByUrl('/').finally(() => this.#live.write('rooms.remove', { _id }));
  }

  protected rename(input: HTMLInputElement): void {
    const nickname = input.value.trim();
    if (nickname) this.#nickname.set(nickname);
    input.value = this.nickname();
  }

  protected scrolled(): void {
    const box = this.scroll()?.nativeElement;
    if (!box) return;
    // Only a reader leaves the bottom: when the page is laid out anew, the bottom moves away by itself.
    const isNear = box.scrollHeight - box.scrollTop - box.clientHeight < near_px;
    if (isNear || box.scrollTop < this.#top) this.#isAtBottom.set(isNear);
    this.#top = box.scrollTop;
    this.readIfSeen();
    if (box.scrollTop < box.clientHeight / 2) void this.#loadOlder(box);
  }

  /** Where all messages that are here fit in, nobody can scroll up to older ones: they come by themselves. */
  #fill(): void {
    const box = this.scroll()?.nativeElement;
    if (box && box.scrollHeight <= box.clientHeight) void this.#loadOlder(box);
  }

  /** Keeps what is being read where it is. */
  async #loadOlder(box: HTMLElement): Promise<void> {
    if (!(await this.history.older())) return;
    const first = box.querySelector('article');
    const before = first?.offsetTop ?? 0;
    const stay = () => {
      box.scrollTop += (first?.offsetTop ?? 0) - before;
    };
    afterNextRender({ mixedReadWrite: stay }, { injector: this.#injector });
  }

  #arrived(messages: readonly Row<'messages'>[]): void {
    if (this.#isAtBottom() && !this.#hasLeft() && !document.hidden) return;
    const ids = messages.map(({ _id }) => _id).filter((id) => !this.#own.has(id));
    if (ids.length > 0) this.unread.update((unread) => [...unread, ...ids]);
  }

  protected readIfSeen(): void {
    if (this.#isAtBottom() && !document.hidden && this.unread().length > 0) this.unread.set([]);
  }

  /** Whether a reader has scrolled up: the event that tells of it may be on its way. */
  #hasLeft(): boolean {
    const box = this.scroll()?.nativeElement;
    return box !== undefined && box.scrollTop < Math.min(this.#top, box.scrollHeight - box.clientHeight);
  }

  #toBottom(): void {
    const box = this.scroll()?.nativeElement;
    if (!box || this.#hasLeft()) return;
    box.scrollTop = box.scrollHeight;
    this.#top = box.scrollTop;
  }
}
