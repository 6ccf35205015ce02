PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE games (
    id TEXT PRIMARY KEY, started TEXT NOT NULL, finished TEXT NOT NULL, board TEXT NOT NULL,
    dice TEXT NOT NULL, seed TEXT NOT NULL, share TEXT NOT NULL, lexicon TEXT NOT NULL,
    rules TEXT NOT NULL, board_words INTEGER NOT NULL, board_points INTEGER NOT NULL
);
INSERT INTO "games" VALUES('m7','2026-01-01T00:00:07.000+00:00','2026-01-01T00:09:00.000+00:00','tea/ant/oat','','7','0412E-0SW04-0G02V-MCNGJ-YRBEE-GQPYR-BM0W1-GA181-YDSXW-TJ690-GFSW1-Y8KVG','f373de6a464820fc','{"min_length": 3, "scoring": "classic", "seconds": 60, "cancel": true, "penalty": 1, "hints": 1, "turning": true, "gain": 0, "tries": null, "find_all": false, "target": null}',10,10);
INSERT INTO "games" VALUES('m8','2026-01-01T00:00:02.000+00:00','2026-01-01T00:09:00.000+00:00','oat/ane/tta','','7','0412E-0SW04-0G02V-MCNGJ-YRBEE-GQPYR-BM0W1-GA181-YDSXW-TJ690-GFSW1-Y8KVG','f373de6a464820fc','{"min_length": 3, "scoring": "classic", "seconds": 60, "cancel": true, "penalty": 1, "hints": 1, "turning": true, "gain": 0, "tries": null, "find_all": false, "target": null}',10,10);
INSERT INTO "games" VALUES('m9','2026-01-01T00:00:09.000+00:00','2026-01-01T00:09:00.000+00:00','tea/ant/oat','','7','04136-0R000-00PX3-5C4QP-2VKM5-XQP2X-07002-001G0-YDSXW-TJ690-GFSW1-Y305G','f373de6a464820fc','{"min_length": 3, "scoring": "classic", "seconds": null, "cancel": true, "penalty": 0, "hints": 0, "turning": true, "gain": 0, "tries": 3, "find_all": false, "target": 5}',10,10);
CREATE TABLE players (
    game TEXT NOT NULL REFERENCES games, number INTEGER NOT NULL, name TEXT NOT NULL,
    kind TEXT NOT NULL, level INTEGER, points INTEGER NOT NULL, found INTEGER NOT NULL,
    cancelled INTEGER NOT NULL, wrong INTEGER NOT NULL, hints INTEGER NOT NULL,
    seconds REAL NOT NULL, PRIMARY KEY (game, number)
) WITHOUT ROWID;
INSERT INTO "players" VALUES('m7',0,'you','human',NULL,0,1,0,1,0,20.0);
INSERT INTO "players" VALUES('m7',1,'Emil (5)','computer',5,1,2,1,0,0,20.0);
INSERT INTO "players" VALUES('m7',2,'Emil (5) 2','computer',5,0,1,1,0,0,20.0);
INSERT INTO "players" VALUES('m7',3,'Kim','computer',1,0,0,0,0,0,20.0);
INSERT INTO "players" VALUES('m8',0,'ann','human',NULL,-1,1,1,1,1,1.6);
INSERT INTO "players" VALUES('m8',1,'ben','human',NULL,0,1,1,0,0,20.0);
INSERT INTO "players" VALUES('m8',2,'Emil (5)','computer',5,1,2,1,0,0,20.0);
INSERT INTO "players" VALUES('m8',3,'Emil (5) 2','computer',5,0,1,1,0,0,20.0);
INSERT INTO "players" VALUES('m8',4,'Kim','computer',1,0,0,0,0,0,20.0);
INSERT INTO "players" VALUES('m9',0,'you','human',NULL,1,1,0,0,0,0.099);
CREATE TABLE unfinished (
    id TEXT PRIMARY KEY, saved TEXT NOT NULL, state TEXT NOT NULL
);
INSERT INTO "unfinished" VALUES('m1','2026-01-01T00:01:00.000+00:00','{"format": "lexigrid/match", "version": 1, "id": "m1", "started": "2026-01-01T00:00:01.000+00:00", "game": {"format": "lexigrid/game", "version": 1, "grid": {"format": "lexigrid/grid", "version": 1, "rows": [["t", "e", "a"], ["a", "n", "t"], ["o", "a", "t"]], "alphabet": null, "topology": "king"}, "lexicon": "f373de6a464820fc", "rules": {"min_length": 3, "scoring": "classic", "seconds": 60, "cancel": true, "penalty": 1, "hints": 1, "turning": true, "gain": 0, "tries": null, "find_all": false, "target": null}, "players": ["you", "Emil (5)", "Emil (5) 2", "Kim"], "moves": [], "over": false}, "opponents": [[5, ""], [5, "Emil (5) 2"], [1, "Kim"]], "findings": [[["ant", 1294], ["eta", 16216], ["tan", 51416]], [["eta", 17089], ["net", 51504]], []], "elapsed": [0], "turn": 0, "stage": "ready", "dice": "", "seed": "7", "share": "0412E-0SW04-0G02V-MCNGJ-YRBEE-GQPYR-BM0W1-GA181-YDSXW-TJ690-GFSW1-Y8KVG", "carried": [], "rival": null}');
INSERT INTO "unfinished" VALUES('m2','2026-01-01T00:01:01.000+00:00','{"format": "lexigrid/match", "version": 1, "id": "m2", "started": "2026-01-01T00:00:02.000+00:00", "game": {"format": "lexigrid/game", "version": 1, "grid": {"format": "lexigrid/grid", "version": 1, "rows": [["o", "a", "t"], ["a", "n", "e"], ["t", "t", "a"]], "alphabet": null, "topology": "king"}, "lexicon": "f373de6a464820fc", "rules": {"min_length": 3, "scoring": "classic", "seconds": 60, "cancel": true, "penalty": 1, "hints": 1, "turning": true, "gain": 0, "tries": null, "find_all": false, "target": null}, "players": ["ann", "ben", "Emil (5)", "Emil (5) 2", "Kim"], "moves": [{"player": 0, "at": 1500, "word": "tea"}, {"player": 0, "at": 1500, "hint": "ant"}, {"player": 0, "at": 1500, "word": "zzz"}], "over": false}, "opponents": [[5, ""], [5, "Emil (5) 2"], [1, "Kim"]], "findings": [[["ant", 1294], ["eta", 16216], ["tan", 51416]], [["eta", 17089], ["net", 51504]], []], "elapsed": [1600, 0], "turn": 0, "stage": "playing", "dice": "", "seed": "7", "share": "0412E-0SW04-0G02V-MCNGJ-YRBEE-GQPYR-BM0W1-GA181-YDSXW-TJ690-GFSW1-Y8KVG", "carried": [], "rival": null}');
INSERT INTO "unfinished" VALUES('m3','2026-01-01T00:01:02.000+00:00','{"format": "lexigrid/match", "version": 1, "id": "m3", "started": "2026-01-01T00:00:02.000+00:00", "game": {"format": "lexigrid/game", "version": 1, "grid": {"format": "lexigrid/grid", "version": 1, "rows": [["o", "a", "t"], ["a", "n", "e"], ["t", "t", "a"]], "alphabet": null, "topology": "king"}, "lexicon": "f373de6a464820fc", "rules": {"min_length": 3, "scoring": "classic", "seconds": 60, "cancel": true, "penalty": 1, "hints": 1, "turning": true, "gain": 0, "tries": null, "find_all": false, "target": null}, "players": ["ann", "ben", "Emil (5)", "Emil (5) 2", "Kim"], "moves": [{"player": 0, "at": 1500, "word": "tea"}, {"player": 0, "at": 1500, "hint": "ant"}, {"player": 0, "at": 1500, "word": "zzz"}], "over": false}, "opponents": [[5, ""], [5, "Emil (5) 2"], [1, "Kim"]], "findings": [[["ant", 1294], ["eta", 16216], ["tan", 51416]], [["eta", 17089], ["net", 51504]], []], "elapsed": [1600, 0], "turn": 1, "stage": "ready", "dice": "", "seed": "7", "share": "0412E-0SW04-0G02V-MCNGJ-YRBEE-GQPYR-BM0W1-GA181-YDSXW-TJ690-GFSW1-Y8KVG", "carried": [], "rival": null}');
INSERT INTO "unfinished" VALUES('m4','2026-01-01T00:01:03.000+00:00','{"format": "lexigrid/match", "version": 1, "id": "m4", "started": "2026-01-01T00:00:02.000+00:00", "game": {"format": "lexigrid/game", "version": 1, "grid": {"format": "lexigrid/grid", "version": 1, "rows": [["o", "a", "t"], ["a", "n", "e"], ["t", "t", "a"]], "alphabet": null, "topology": "king"}, "lexicon": "f373de6a464820fc", "rules": {"min_length": 3, "scoring": "classic", "seconds": 60, "cancel": true, "penalty": 1, "hints": 1, "turning": true, "gain": 0, "tries": null, "find_all": false, "target": null}, "players": ["ann", "ben", "Emil (5)", "Emil (5) 2", "Kim"], "moves": [{"player": 0, "at": 1500, "word": "tea"}, {"player": 0, "at": 1500, "hint": "ant"}, {"player": 0, "at": 1500, "word": "zzz"}, {"player": 1, "at": 20000, "word": "tea"}], "over": false}, "opponents": [[5, ""], [5, "Emil (5) 2"], [1, "Kim"]], "findings": [[["ant", 1294], ["eta", 16216], ["tan", 51416]], [["eta", 17089], ["net", 51504]], []], "elapsed": [1600, 20000], "turn": 1, "stage": "playing", "dice": "", "seed": "7", "share": "0412E-0SW04-0G02V-MCNGJ-YRBEE-GQPYR-BM0W1-GA181-YDSXW-TJ690-GFSW1-Y8KVG", "carried": [], "rival": null}');
INSERT INTO "unfinished" VALUES('m5','2026-01-01T00:01:04.000+00:00','{"format": "lexigrid/match", "version": 1, "id": "m5", "started": "2026-01-01T00:00:05.000+00:00", "game": {"format": "lexigrid/game", "version": 1, "grid": {"format": "lexigrid/grid", "version": 1, "rows": [["t", "e", "a"], ["a", "n", "t"], ["o", "a", "t"]], "alphabet": null, "topology": "king"}, "lexicon": "f373de6a464820fc", "rules": {"min_length": 3, "scoring": "classic", "seconds": 30, "cancel": true, "penalty": 0, "hints": 0, "turning": true, "gain": 8, "tries": null, "find_all": false, "target": null}, "players": ["you", "Ivo (9)"], "moves": [], "over": false}, "opponents": [[9, ""]], "findings": [[["ate", 11638], ["neat", 18539], ["eat", 29829], ["eta", 42018], ["oat", 53842]]], "elapsed": [29000], "turn": 0, "stage": "playing", "dice": "", "seed": "7", "share": "0413E-0RY00-0002V-MCNGJ-YRBEE-GQPYR-BM0W4-00000-044Z6-WYYD9-34G87-WY0Z1-F4G", "carried": [3, -2], "rival": null}');
INSERT INTO "unfinished" VALUES('m6','2026-01-01T00:01:05.000+00:00','{"format": "lexigrid/match", "version": 1, "id": "m6", "started": "2026-01-01T00:00:06.000+00:00", "game": {"format": "lexigrid/game", "version": 1, "grid": {"format": "lexigrid/grid", "version": 1, "rows": [["t", "e", "a"], ["a", "n", "t"], ["o", "a", "t"]], "alphabet": null, "topology": "king"}, "lexicon": "f373de6a464820fc", "rules": {"min_length": 3, "scoring": "classic", "seconds": 60, "cancel": true, "penalty": 1, "hints": 1, "turning": true, "gain": 0, "tries": null, "find_all": false, "target": null}, "players": ["you", "Emil (5)", "Emil (5) 2", "Ada (1)"], "moves": [], "over": false}, "opponents": [[5, ""], [5, "Emil (5) 2"], [1, ""]], "findings": [[["ant", 1294], ["eta", 16216], ["tan", 51416]], [["eta", 17089], ["net", 51504]], []], "elapsed": [0], "turn": 0, "stage": "ready", "dice": "", "seed": "7", "share": "0412E-0SW04-0G02V-MCNGJ-YRBEE-GQPYR-BM0W1-GA181-YDSXW-TJ690-GFSW1-Y8KVG", "carried": [], "rival": ["Zoë", 1, ["neat"]]}');
CREATE TABLE words (
    game TEXT NOT NULL REFERENCES games, player INTEGER NOT NULL, number INTEGER NOT NULL,
    word TEXT NOT NULL, points INTEGER NOT NULL, at INTEGER NOT NULL, verdict TEXT NOT NULL,
    PRIMARY KEY (game, player, number)
) WITHOUT ROWID;
INSERT INTO "words" VALUES('m7',0,0,'tea',1,20000,'accepted');
INSERT INTO "words" VALUES('m7',0,1,'cat',0,20000,'not on the board');
INSERT INTO "words" VALUES('m7',1,0,'ant',1,1294,'accepted');
INSERT INTO "words" VALUES('m7',1,1,'eta',1,16216,'accepted');
INSERT INTO "words" VALUES('m7',2,0,'eta',1,17089,'accepted');
INSERT INTO "words" VALUES('m8',0,0,'tea',1,1500,'accepted');
INSERT INTO "words" VALUES('m8',0,1,'zzz',0,1500,'not on the board');
INSERT INTO "words" VALUES('m8',1,0,'tea',1,20000,'accepted');
INSERT INTO "words" VALUES('m8',2,0,'ant',1,1294,'accepted');
INSERT INTO "words" VALUES('m8',2,1,'eta',1,16216,'accepted');
INSERT INTO "words" VALUES('m8',3,0,'eta',1,17089,'accepted');
INSERT INTO "words" VALUES('m9',0,0,'net',1,99,'accepted');
CREATE INDEX games_by_time ON games (finished, id);
COMMIT;
