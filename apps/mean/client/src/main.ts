import { bootstrapApplication } from '@angular/platform-browser';
import { App } from './app/app';
import { appConfig } from './app/app.config';

if (parent !== window) void import('./app/framed').then(({ tellAround }) => tellAround());
bootstrapApplication(App, appConfig).catch((error) => console.error(error));
