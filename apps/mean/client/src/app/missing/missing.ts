import { Component, inject } from '@angular/core';
import { RouterLink } from '@angular/router';
import { PageTitle } from '../page-title';

@Component({
  selector: 'app-missing',
  imports: [RouterLink],
  template: `
    <h1>Not found</h1>
    <p class="missing">There is no such page. <a routerLink="/">Go to the lists and rooms</a></p>
  `,
})
export class Missing {
  constructor() {
    inject(PageTitle).setMissing();
  }
}
