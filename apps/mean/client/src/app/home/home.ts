import { afterNextRender, Component, Injector, inject, type Signal } from '@angular/core';
import { RouterLink } from '@angular/router';
import { limits, testIds } from '@meteor-vs-mean/contract';
import { Session } from '../accounts/session';
import { HalfTyped } from '../half-typed';
import { newId } from '../live/id';
import { Live } from '../live/live';
import type { Row } from '../live/overlay';
import { OverLimit } from '../over-limit';
import { PageTitle } from '../page-title';
import { isReplayed } from '../replayed';

interface Part {
  id: 'lists' | 'rooms';
  title: string;
  label: string;
  testId: string;
  items: Signal<readonly Row<'lists' | 'rooms'>[]>;
}

/** The account's lists, the public lists and the rooms, with a form to create each. */
@Component({ selector: 'app-home', imports: [HalfTyped, OverLimit, RouterLink], templateUrl: './home.html' })
export class Home {
  protected readonly longest = limits.nameLength;
  protected readonly testIds = testIds;
  readonly #session = inject(Session);
  readonly #live = inject(Live);
  readonly #injector = inject(Injector);
  protected readonly account = this.#session.account;
  /** The account's own lists are first, so nothing is shown until it is known whether there are any. */
  protected readonly isKnown = this.#session.isKnown;
  protected readonly mine = this.#live.query('lists.mine', () => (this.account() ? {} : undefined)).rows;
  protected readonly parts: Part[] = [
    {
      id: 'lists',
      title: 'Lists',
      label: 'New list',
      testId: testIds.newList,
      items: this.#live.query('lists.all', () => ({})).rows,
    },
    {
      id: 'rooms',
      title: 'Rooms',
      label: 'New room',
      testId: testIds.newRoom,
      items: this.#live.query('rooms.all', () => ({})).rows,
    },
  ];

  constructor() {
    inject(PageTitle).set('Lists and rooms');
  }

  protected add(event: Event, part: Part, input: HTMLInputElement, rows: HTMLElement): void {
    const name = input.value.trim();
    if (!name || name.length > this.longest || isReplayed(event)) return;
    this.#live.write(`${part.id}.insert`, { _id: newId(), name });
    input.value = '';
    const show = () => rows.lastElementChild?.scrollIntoView({ block: 'nearest' });
    afterNextRender({ mixedReadWrite: show }, { injector: this.#injector });
  }
}
